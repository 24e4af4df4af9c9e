export { repeats } from '@nonet/language';
