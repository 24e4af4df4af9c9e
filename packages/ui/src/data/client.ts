import { createClient } from '@nonet/client';
import { askToConfirm } from './confirmation.ts';
import { preferences } from './preferences.ts';

export const client = createClient({ baseUrl: '', confirm: askToConfirm, language: () => preferences().language });
