import type { Suggestion, Suggest } from './suggestion.ts';

/** The fix that an error offers itself: it may be all that others ask for. */
export const ownFix: Suggest = (_, { errors }) =>
  errors.length < 2
    ? []
    : errors.flatMap((error): readonly Suggestion[] =>
        error.fix === undefined || error.fix.isOffer
          ? []
          : [{ fix: error.fix, mustClear: null, least: 2, report: () => error }],
      );
