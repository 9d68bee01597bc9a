/**
 * Parts that the pages of this repository's console share with the declared pages: forms, dialogs, notices, loading on
 * demand. Not documented for other applications, and free to change.
 */
export { ActionResult } from './actions/dialog/ActionResult.tsx';
export { AttemptNotice } from './actions/steps/AttemptNotice.tsx';
export { useActionSteps } from './actions/steps/useActionSteps.ts';
export { declarationKey, useDeclarationSource } from './declaration/DeclarationSource.ts';
export { declarationQuery, readDeclaration } from './declaration/useDeclaration.ts';
export { DraftNotice } from './drafts/DraftNotice.tsx';
export { DraftsOwner, type DraftStore, useDrafts } from './drafts/DraftStore.tsx';
export { useDraft } from './drafts/useDraft.ts';
export { ChoiceInput } from './fields/choice/ChoiceInput.tsx';
export { type ChoiceDetail, ReferenceInput } from './fields/choice/ReferenceInput.tsx';
export { readCalendarText } from './fields/datetime/calendarText.ts';
export { type DatePresets, datePresets, presetOf } from './fields/datetime/datePresets.ts';
export { DayInput } from './fields/datetime/DayForm.tsx';
export { findsZone, type ZoneChoice, zoneChoices } from './fields/datetime/localTime.ts';
export { fieldInputOf } from './fields/FieldInput.tsx';
export type { NamedChoice } from './fields/FieldTypeDefinition.ts';
export { formatFieldAlone } from './fields/formatField.ts';
export { BoundAutocomplete } from './fields/inputs/BoundAutocomplete.tsx';
export { useInputServices } from './fields/inputs/InputServices.ts';
export { InputText } from './fields/inputs/InputText.tsx';
export { lazyInput, LazyRadioInput } from './fields/inputs/lazyInputs.tsx';
export type { PlainInputProps } from './fields/inputs/plainInput.tsx';
export { useBelowInput, useBoundField } from './fields/inputs/useBoundField.ts';
export { showTypedNumber, useTypedNumber } from './fields/number/NumberInput.tsx';
export { TextInput } from './fields/text/TextInput.tsx';
export { initialValues, isShown } from './form/formValues.ts';
export { NoPayPassword, PayPasswordInput } from './form/PayPasswordInput.tsx';
export { LazyCreateRecord, LazyDashboard, LazyEditRecord, LazyOnlyRecord, LazyRecord } from './lazyPages.tsx';
export { ListPagination } from './list/ListPagination.tsx';
export { lastPage, readListParams } from './list/listParams.ts';
export { listPreferencesSchema } from './list/listPreferences.ts';
export { listQuery, summaryQuery } from './list/listQuery.ts';
export { ActionsMenu } from './list/table/ActionsMenu.tsx';
export { replaceFilter, useListFilter } from './list/useListFilter.ts';
export { OpenPageProvider, useOpenPage, useUnsaved } from './openPage.ts';
export { preferencesOfAll, usePreferences } from './preferences/usePreference.tsx';
export { deletionKey, KEPT_STALE_AFTER_MS, retryLostConnection } from './queries.ts';
export { formatInstant } from './record/formatInstant.ts';
export { DeclaredRelated } from './record/RelatedRecords.tsx';
export { saveFile } from './record/saveFile.ts';
export { useShownRecord } from './record/useShownRecord.ts';
export { RecordTitleProvider, useRecordTitle, useTaskTitle } from './recordTitle.ts';
export { ResourceInputServices } from './references/ResourceInputServices.tsx';
export { useListLink } from './resourcePlaces.ts';
export { createPath, editPath, importPath, openablePath, recordPath } from './ResourceView.ts';
export { cardPadding } from './ui/cardPadding.ts';
export { ConfirmDialog } from './ui/ConfirmDialog.tsx';
export {
  ConnectionProvider,
  type ConnectionState,
  useConnection,
  useServerClock,
  type WatchedConnection,
} from './ui/connection.ts';
export { DownloadButton } from './ui/DownloadButton.tsx';
export { errorText, FailureAlert, RetryButton } from './ui/FailureAlert.tsx';
export { AfterSubmit, CallDialog, CallFailure, CallForm, FormButtons } from './ui/form/CallForm.tsx';
export {
  CallInput,
  CodeInput,
  NOT_FOR_MANAGERS,
  PAY_PASSWORD,
  prompt,
  TOTP_CODE,
} from './ui/form/CredentialInputs.tsx';
export { fieldErrors } from './ui/form/fieldErrors.ts';
export { stickyBar } from './ui/form/stickyBar.ts';
export { withReason } from './ui/form/withReason.ts';
export { LabelledProgress } from './ui/LabelledProgress.tsx';
export { LeaveDialog } from './ui/LeaveDialog.tsx';
export { LiveRegion } from './ui/LiveRegion.tsx';
export { LoadFailure } from './ui/LoadFailure.tsx';
export { lazy, type LazyComponent, prefetchOn, useLoadedLater } from './ui/loading/lazy.tsx';
export { loadPageTexts, needsPageTexts, providePageTexts } from './ui/loading/pageTexts.ts';
export { savesData } from './ui/loading/savesData.ts';
export { menuIcon } from './ui/menuIcons.ts';
export { NotFound } from './ui/NotFound.tsx';
export { Notice } from './ui/Notice.tsx';
export { PageCommand, pageCommands } from './ui/pageCommands.ts';
export { useIsPageComing } from './ui/pageProgress.ts';
export { PageSkeleton } from './ui/PageSkeleton.tsx';
export { Link } from './ui/router/Link.tsx';
export { useRouter } from './ui/router/useRouter.ts';
export { scrollShades } from './ui/scrollShades.ts';
export { useFailureToast } from './ui/useFailureToast.ts';
export { pageHeading, useKeptFocus } from './ui/useKeptFocus.ts';
export { useLongPress } from './ui/useLongPress.ts';
export { useMutationWithToast } from './ui/useMutationWithToast.ts';
export { usePrefersStillness } from './ui/usePrefersStillness.ts';
export { SendingBlockedProvider, useSending } from './ui/useSending.tsx';
export { useSettled } from './ui/useSettled.ts';
export { visuallyHidden } from './ui/visuallyHidden.ts';
export { useIdempotencyKey } from './useIdempotencyKey.ts';
export { titleOf, useIsViewLoading } from './useResourceView.ts';
export { useScope } from './useScope.ts';
