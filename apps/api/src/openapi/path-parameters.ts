/** What stands in a path, for people. */
export interface PathParameter {
  readonly description: string;
  readonly example: string;
}

export const SET_NUMBER: PathParameter = {
  description:
    'Set number. The canonical form carries the variant; `75192` finds `75192-1` when no set has the bare number.',
  example: '75192-1',
};
