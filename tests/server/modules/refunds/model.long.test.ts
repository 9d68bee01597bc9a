import { anyRefunds } from './anyRefunds.ts';

/** Set MODEL_RUNS=1000 for a longer run. */
anyRefunds(Number(process.env['MODEL_RUNS'] ?? 15));
