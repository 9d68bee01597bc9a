import { z } from 'zod';

/** One problem in the resources folder, in the user's language. */
export const resourceProblemSchema = z.object({
  /** Stable id such as `R012`. */
  id: z.string(),
  severity: z.enum(['error', 'warning']),
  /** `suppliers.json` */
  file: z.string(),
  /** Line and column, counted from 1. */
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
  /** Resources that are served from an earlier, valid version of their file. */
  outdated: z.array(z.string()),
  /** Time when the folder was last read, ISO 8601. */
  read_at: z.iso.datetime(),
});
export type ResourceProblems = z.infer<typeof resourceProblemsSchema>;
