import { Page } from "../../parts/Page.tsx"

const StandIn = () => <Page title="Threats">Not there yet.</Page>

export default StandIn
