export { hashPassword } from '@nonet/engine';
export { createOpenIdProvider, type OpenIdProvider, type OpenIdSettings } from './open-id/provider.ts';
export { loggedFault } from './operations/fault.ts';
export { type Mail, PASSWORD_PAGE, type SendMail } from './operations/mail.ts';
export type { Mode, ServerOptions } from './options.ts';
export { type DevDiagnostic, Product, type Running, type Servable } from './product.ts';
export { createServer } from './server.ts';
export { type StartedServer, type StartOptions, start } from './start.ts';
