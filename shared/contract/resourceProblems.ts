import { z } from 'zod';

/** One thing that is wrong in the resources folder, in the asker's language. */
export const resourceProblemSchema = z.object({
  /** Stable id such as `R012`. */
  id: z.string(),
  severity: z.enum(['error', 'warning']),
  /** `suppliers.json` */
  file: z.string(),
  /** Both count from 1. */
  line: z.int(),
  column: z.int(),
  /** JSON pointer (RFC 6901) into the file. */
  pointer: z.string(),
  text: z.string(),
});
export type ResourceProblem = z.infer<typeof resourceProblemSchema>;

/** GET /resource-problems */
export const resourceProblemsSchema = z.object({
  problems: z.array(resourceProblemSchema),
  /** Resources that run on an earlier version of their file, which was right. */
  outdated: z.array(z.string()),
  /** When the folder was last read, ISO 8601. */
  read_at: z.iso.datetime(),
});
export type ResourceProblems = z.infer<typeof resourceProblemsSchema>;
