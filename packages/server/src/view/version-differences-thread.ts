import { parentPort, workerData } from 'node:worker_threads';
import { type ComparedVersions, versionDifferences } from './version-differences.ts';

// Comparing takes a second without a pause, in which the product answers others.
parentPort?.postMessage(versionDifferences(workerData as ComparedVersions));
