import { anyMoneyCalls } from './anyMoneyCalls.ts';

/** Set MODEL_RUNS=1000 for a longer run. */
anyMoneyCalls(Number(process.env['MODEL_RUNS'] ?? 25));
