float other(int x);
