/**
 * Middleware for routes that receive forms and uploads:
 * `import { formExpress, uploadExpress } from "gatehouse/middleware"`. It requires only `fetch`.
 */
export {
  type FormDecision,
  type FormPolicy,
  type FormReason,
  formRejectionOf,
  type Outcome
} from "./forms/FormDecision.ts"
export {
  formExpress,
  type FormExpressOptions,
  type FormExpressRequest,
  formFastify,
  type FormFastifyOptions,
  type FormFastifyRequest,
  formFetch,
  type FormFetchOptions,
  formHono,
  type FormHonoContext,
  type FormHonoOptions
} from "./forms/FormMiddleware.ts"
export { createFormScreen, type FormOptions, type ScreenForm } from "./forms/ScreenForm.ts"
export {
  createUploadReceiver,
  type ReceiveUpload,
  type UploadOptions,
  type UploadRequest
} from "./uploads/ReceiveUpload.ts"
export {
  type ScanState,
  type Upload,
  type UploadedFile,
  type UploadProblem,
  uploadRejectionOf
} from "./uploads/Upload.ts"
export {
  type NodeRequest,
  uploadExpress,
  type UploadExpressOptions,
  type UploadExpressRequest,
  uploadFastify,
  type UploadFastifyOptions,
  type UploadFastifyRequest,
  uploadFetch,
  type UploadFetchOptions,
  uploadHono,
  type UploadHonoContext,
  type UploadHonoOptions
} from "./uploads/UploadMiddleware.ts"
