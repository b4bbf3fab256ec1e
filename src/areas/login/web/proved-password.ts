/** A password that the server accepted. */
export interface ProvedPassword {
  userName: string;
  password: string;
}
