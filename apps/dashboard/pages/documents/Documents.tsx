import { Page } from "../../parts/Page.tsx"

const StandIn = () => <Page title="Documents">Not there yet.</Page>

export default StandIn
