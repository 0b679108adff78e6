import { Alert } from "@mantine/core"
import { type Failure, fieldsOf } from "../api/Failure.ts"
import { Coded } from "./Coded.tsx"

/** Why a form was not taken, where no field says it. */
export const Unsent = ({ failure }: { readonly failure: Failure | null }) =>
  failure === null || Object.keys(fieldsOf(failure)).length > 0 ? null : (
    <Alert color="red" role="alert">
      <Coded text={failure.message} />
    </Alert>
  )
