/** Over `GET /api/-/events`, `-/presence/{path}/{id}`: the others who are at a record now, as far as one may know them. */
export interface PresenceView {
  people: PresentPersonView[];
}

export interface PresentPersonView {
  id: string;
  _title: string;
  /** Whether they change it, or only look at it. */
  edits: boolean;
}
