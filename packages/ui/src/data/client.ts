import { createClient } from '@nonet/client';
import { askToConfirm } from './confirmation.ts';

export const client = createClient({ baseUrl: '', confirm: askToConfirm });
