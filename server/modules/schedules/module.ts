import type { Module } from '../Module.ts';
import { createScheduleWorker } from './createScheduleWorker.ts';

/** Scheduled actions of declared resources. */
export const schedulesModule: Module = {
  workers: (services) => [createScheduleWorker(services)],
};
