import path from 'node:path';

/** For the name of a test that is skipped where they are not. */
export const NEEDS_TEST_DATA = 'skipped unless TEST_DATA, or ../shared/data, has them';

/** Path of a file of public test data, which are no part of the project and may be absent. */
export const testData = (file: string) => path.resolve(process.env['TEST_DATA'] || '../shared/data', file);
