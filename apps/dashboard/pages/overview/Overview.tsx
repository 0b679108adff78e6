import { Page } from "../../parts/Page.tsx"

const StandIn = () => <Page title="Overview">Not there yet.</Page>

export default StandIn
