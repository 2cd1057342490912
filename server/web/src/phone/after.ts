// The screens that come after recording: loaded in the background once the recorder runs.
export { Result } from "./result";
export { Check } from "./check";
export { FoulScreen } from "./foul";
export { CallArbiter } from "./arbiter";
export { Paste } from "./paste";
