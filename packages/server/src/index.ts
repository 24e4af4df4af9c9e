export { hashPassword } from '@nonet/engine';
export type { Mode, ServerOptions } from './options.ts';
export { type DevDiagnostic, Product, type Running, type Servable } from './product.ts';
export { createServer } from './server.ts';
export { start, type StartedServer, type StartOptions } from './start.ts';
