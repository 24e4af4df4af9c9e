export { declareRoles } from './roles/declare.ts';
export { resolvePermissions } from './roles/permissions.ts';
export { resolveRoles } from './roles/roles.ts';
