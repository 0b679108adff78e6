import { settings } from "../../apps/server/settings/Settings.ts"

/** Returns `docs/operating/settings.md`: every environment variable, by section. */
export const settingsPage = (): string =>
  [
    "# Settings",
    "",
    "This page lists every setting of the server with its default.",
    "",
    "All settings are environment variables. Set them in the shell, in a unit file, or wherever your service manager keeps them:",
    "",
    "```sh",
    "PORT=9090 GATEHOUSE_LOG_FORMAT=json npm start",
    "```",
    "",
    "If a value is invalid, the server does not start and names the setting. If a variable starts with `GATEHOUSE_` and is not a " +
    "setting, the server logs a warning with the setting you probably meant. The [command line](../reference/command-line.md) " +
    "reads the same variables.",
    ...Object.entries(Object.groupBy(settings, ({ section }) => section)).flatMap(([section, group]) => [
      "",
      `## ${section}`,
      "",
      "| Name | Default | Meaning |",
      "|---|---|---|",
      ...group.map(({ defaultText, description, name }) =>
        `| \`${name}\` | ${defaultCell(defaultText)} | ${description} |`
      )
    ]),
    "",
    "## Command line only",
    "",
    "`gatehouse submissions forward` and `gatehouse submissions accept --forward` report a link to Google. They need two more variables:",
    "",
    "| Name | Meaning |",
    "|---|---|",
    "| `GATEHOUSE_WEB_RISK_PROJECT` | Google Cloud project that may submit URLs to Web Risk. |",
    "| `GATEHOUSE_WEB_RISK_TOKEN` | Access token, as `gcloud auth print-access-token` prints it. |",
    "",
    "<!-- Generated from apps/server/settings/Settings.ts by `npm run docs`. -->",
    ""
  ].join("\n")

/** Values appear as code; descriptions of a missing value, such as "(off)", as text. */
const defaultCell = (text: string): string => text.startsWith("(") ? text.slice(1, -1) : `\`${text}\``
