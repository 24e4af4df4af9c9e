import { expect, test } from 'vitest';
import { environmentOfTenant } from './tenants.ts';

test.each<[name: string, issuer: string | undefined]>([
  ['acme', 'https://acme.example'],
  ['birch', 'https://all.example'],
])('the environment of %s has the issuer %s', (name, issuer) => {
  const environment = { OIDC_ISSUER: 'https://all.example', TENANT_ACME_OIDC_ISSUER: 'https://acme.example' };
  expect(environmentOfTenant(name, environment)['OIDC_ISSUER']).toBe(issuer);
});
