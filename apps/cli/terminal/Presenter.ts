import { Console, Effect } from "effect"
import { CliOutput } from "effect/cli"
import { exitCodesHelp } from "./ExitCode.ts"

/** Help goes to standard output; what is wrong with a command line goes to standard error, in a line or two. */
export const layerPresenter = (isJson: boolean) =>
  CliOutput.layerPresenter({
    present: (event) => {
      const formatter = CliOutput.defaultFormatter()
      switch (event._tag) {
        case "Version":
          return Console.log(isJson ? JSON.stringify({ name: event.name, version: event.version }) : event.version)
        case "Help":
          if (isJson && event.reason === "Implicit") {
            return sayRefusal(`Say which command: see \`${event.commandPath.join(" ")} --help\`.`, isJson)
          }
          return Console.log(`${formatter.formatHelpDoc(event.helpDoc)}\n\n${exitCodesHelp}`)
        case "InvalidInvocation": {
          const what = event.errors.map((error) => formatter.formatCliError(error)).join("\n")
          return sayRefusal(`${what}\nSee \`${event.commandPath.join(" ")} --help\`.`, isJson)
        }
      }
    }
  })

export const sayRefusal = (message: string, isJson: boolean): Effect.Effect<void> =>
  Console.error(refusalLine(message, isJson))

/** A failure as standard error shows it. */
export const refusalLine = (message: string, isJson: boolean): string =>
  isJson ? JSON.stringify({ ok: false, message }) : message
