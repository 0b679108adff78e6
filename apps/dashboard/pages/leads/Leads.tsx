import { Page } from "../../parts/Page.tsx"

const StandIn = () => <Page title="Leads">Not there yet.</Page>

export default StandIn
