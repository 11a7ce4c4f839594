import { Injectable } from '@nestjs/common';

/** Where the process stands in its life, as far as those who send it traffic should know. */
@Injectable()
export class ServiceState {
  /** True once the process has been asked to end: it still answers, and asks for no more. */
  isDraining = false;
}
