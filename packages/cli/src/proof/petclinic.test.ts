import { testExample } from '../fixtures/prove-example.ts';

testExample('petclinic', ['thorough']);
