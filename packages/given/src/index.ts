export { FunctionHost } from './function-host.ts';
export type { FailureReason, FunctionCallRequest, Outcome, ResultKind } from './outcome.ts';
export { loadSandbox, type Sandbox } from './sandbox.ts';
