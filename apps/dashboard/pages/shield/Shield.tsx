import { useParams } from "wouter"
import { SitePage } from "./SitePage.tsx"
import { SitesPage } from "./SitesPage.tsx"

/** The sites that Shield protects, or one of them. */
const Shield = () => {
  const { id } = useParams<{ readonly id?: string }>()
  return id === undefined ? <SitesPage /> : <SitePage key={id} id={id} />
}

export default Shield
