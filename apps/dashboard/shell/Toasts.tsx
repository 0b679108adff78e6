import "@mantine/notifications/styles.css"
import { Notifications } from "@mantine/notifications"

/**
 * Container of the toasts, loaded after the first page. CSS moves it where toasts would cover the bar at the bottom of
 * a panel.
 */
const Toasts = () => <Notifications position="bottom-right" />

export default Toasts
