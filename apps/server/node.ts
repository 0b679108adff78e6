import { main } from "./Main.ts"
import { keepRequestsYoung } from "./YoungHeap.ts"

keepRequestsYoung()
main()
