export { ApiError, errorOf, fieldMessages, isPassing, outcomeOf, WordedError, type FailedOutcome } from './ApiError.ts';
export { createAuthProvider, type AuthProviderConfig, type SessionAuthProvider } from './authProvider.ts';
export { createDataProvider, type DataProviderConfig } from './dataProvider.ts';
export {
  createDownloadClient,
  type DownloadClient,
  type DownloadedFile,
  type DownloadProgress,
} from './downloadClient.ts';
export { exportQuery, type ExportParams } from './exportRecords.ts';
export {
  createHttpClient,
  endSessionOn,
  requestHeaders,
  type HttpAnswer,
  type HttpClient,
  type HttpClientConfig,
  type RequestHeadersConfig,
} from './httpClient.ts';
export { defaultMapping, mappedVerb, type EndpointMapping } from './mapping/EndpointMapping.ts';
export { parseWith, readEnvelope } from './readEnvelope.ts';
export {
  createRecordCalls,
  type ArrangedParams,
  type ArrangedRecords,
  type MoveParams,
  type RecordCalls,
  type RecordCallsConfig,
} from './recordCalls.ts';
export type { ActionAnswer, ActionParams } from './runAction.ts';
export { SessionDataError, sessionProblem } from './SessionDataError.ts';
export {
  anySession,
  createSessionStore,
  CURRENCY_COOKIE,
  type Cookies,
  type MenuNode,
  type SessionStore,
  type SessionStoreConfig,
  type StorageProblem,
} from './sessionStore.ts';
export { requestedSort, sortOrNone } from './sortOrNone.ts';
export { abortError, startBrowserTimer, type StartTimer } from './withinTime.ts';
