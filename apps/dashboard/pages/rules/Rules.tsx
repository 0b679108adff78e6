import { Page } from "../../parts/Page.tsx"

const StandIn = () => <Page title="Rules">Not there yet.</Page>

export default StandIn
