export { codePointOf, isObject, isOneOf, itemAt, keysOf, mapPair, mapValues, tableOf } from '../collections.ts';
