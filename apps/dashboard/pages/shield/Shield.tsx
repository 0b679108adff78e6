import { Page } from "../../parts/Page.tsx"

const StandIn = () => <Page title="Shield">Not there yet.</Page>

export default StandIn
