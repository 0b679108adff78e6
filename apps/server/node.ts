import { main } from "./Main.ts"

main()
