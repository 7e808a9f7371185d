/**
 * What another host did wrong, such as not to answer or to answer with what is not understood. Its message says all: the
 * log shows it in one line, without the stack, which names only this program.
 */
export class OutsideError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "OutsideError";
  }
}
