import type { UserView } from '@nonet/client';
import type { Account } from '@nonet/engine';

export function userView(account: Account): UserView;
export function userView(account: Account | null): UserView | null;
export function userView(account: Account | null): UserView | null {
  return account && { id: account.id, name: account.name, email: account.email, roles: [...account.roles] };
}
