/** `disclosure`: an outcome depends on what its reader may not read (6). */
export type Severity = 'error' | 'warning' | 'gap' | 'disclosure' | 'hint';
