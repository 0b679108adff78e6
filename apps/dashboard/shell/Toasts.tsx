import "@mantine/notifications/styles.css"
import { Notifications } from "@mantine/notifications"

/** Position of toasts, where they cover neither the navigation nor the bar at the bottom of a panel. Loaded after the first page. */
const Toasts = () => <Notifications position="bottom-right" />

export default Toasts
