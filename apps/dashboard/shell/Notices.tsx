import "@mantine/notifications/styles.css"
import { Notifications } from "@mantine/notifications"

/** Where toasts appear: over no entry of the navigation, and above the bar at the end of a panel. Loaded after the first page. */
const Notices = () => <Notifications position="bottom-right" />

export default Notices
