/** The exports of the package `nonet`. */
export { check, type CheckedSpecification, type Specification } from './check.ts';
export { DocumentErrors } from './document-errors.ts';
export { plan, type PlanRequest } from './plan.ts';
export { createServer, type NonetServer, type NonetServerOptions } from './create-server.ts';
