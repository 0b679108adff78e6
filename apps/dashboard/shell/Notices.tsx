import "@mantine/notifications/styles.css"
import { Notifications } from "@mantine/notifications"

/** Where toasts appear. Loaded after the first page. */
const Notices = () => <Notifications position="bottom-right" />

export default Notices
