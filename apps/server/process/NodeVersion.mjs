const nodeOldest = [22, 19]

/**
 * Reports whether this Node version runs TypeScript. If not, prints how to install one that does. The modules that
 * import this function are JavaScript as well, because older versions fail on the first TypeScript module.
 */
export const checkNodeVersion = (version = process.versions.node) => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  if (major > nodeOldest[0] || (major === nodeOldest[0] && minor >= nodeOldest[1])) return true
  console.error(
    `Gatehouse needs Node ${
      nodeOldest.join(".")
    } or newer, but this is ${version}. Install a newer Node, or run \`npm ci\` without ` +
      "`--omit=dev`: it installs one for this folder."
  )
  process.exitCode = 1
  return false
}
