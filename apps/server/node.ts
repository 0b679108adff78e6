import "./YoungHeap.ts"
import { main } from "./Main.ts"

main()
