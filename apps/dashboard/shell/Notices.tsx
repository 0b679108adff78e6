import "@mantine/notifications/styles.css"
import { Notifications } from "@mantine/notifications"

/** Where toasts appear: away from the buttons, which stand at the end of dialogs and panels. Loaded after the first page. */
const Notices = () => <Notifications position="bottom-left" />

export default Notices
