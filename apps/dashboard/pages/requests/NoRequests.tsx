import { Empty } from "../../parts/Empty.tsx"

/** An account that has never asked for anything, or for a long time. */
export const NoRequests = () => (
  <Empty
    title="Nothing was asked yet"
    next={{ label: "Try it", href: "/try" }}
    also={{ label: "Make an API key", href: "/settings/keys" }}
  >
    Every request with one of your API keys appears here, with its verdict and what it cost.
  </Empty>
)
