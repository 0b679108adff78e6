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
    "## Secrets from files",
    "",
    "These settings may contain passwords or keys: " +
    `${
      settings.flatMap((setting) => "isSecret" in setting ? [`\`${setting.name}\``] : []).join(", ")
    }. To keep the value out of the environment, ` +
    "put it into a file and add `_FILE` to the name:",
    "",
    "```sh",
    "DATABASE_URL_FILE=/run/secrets/database-url npm start",
    "```",
    "",
    "A line end at the end of the file is ignored. Set either the variable or its `_FILE`, not both.",
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
    "`gatehouse mcp` serves [AI agents](../guides/agents.md) with these variables, and `GATEHOUSE_UPLOAD_BYTES_MAX`:",
    "",
    "| Name | Meaning |",
    "|---|---|",
    "| `GATEHOUSE_SERVER` | URL of the server that carries out the checks. The default is `http://127.0.0.1:8080`. |",
    "| `GATEHOUSE_API_KEY` | API key that pays for the checks. `GATEHOUSE_API_KEY_FILE` can name a file that contains it. |",
    "",
    "`gatehouse manage` sends requests to the [management API](../guides/management.md) with these variables:",
    "",
    "| Name | Meaning |",
    "|---|---|",
    "| `GATEHOUSE_SERVER` | URL of the server to manage. The default is `http://127.0.0.1:8080`. |",
    "| `GATEHOUSE_MANAGEMENT_KEY` | Management key. `GATEHOUSE_MANAGEMENT_KEY_FILE` can name a file that contains it. |",
    "",
    "<!-- Generated from apps/server/settings/Settings.ts by `npm run docs`. -->",
    ""
  ].join("\n")

/** Formats a default value as code, and a description such as "(off)" as text. */
const defaultCell = (text: string): string => text.startsWith("(") ? text.slice(1, -1) : `\`${text}\``
