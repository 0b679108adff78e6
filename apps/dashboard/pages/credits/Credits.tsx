import { Page } from "../../parts/Page.tsx"

const StandIn = () => <Page title="Credits">Not there yet.</Page>

export default StandIn
