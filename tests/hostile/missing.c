/* verdict: missing */
int something_else(void)
{
	return 1;
}
