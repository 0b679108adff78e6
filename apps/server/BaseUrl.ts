/** Where a program on this machine reaches a server that listens there. */
export const listeningUrl = (host: string, port: number): string => {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Where browsers reach the server: as `GATEHOUSE_PUBLIC_URL` says, or where it listens. No slash behind. */
export const baseUrlOf = ({ host, port, publicUrl }: {
  readonly publicUrl: string | null
  readonly host: string
  readonly port: number
}): string => publicUrl ?? listeningUrl(host, port)
