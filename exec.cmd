@rem npm start is "exec node ...": a POSIX shell is replaced by Node and so does not keep signals from it.
@rem cmd.exe has no exec and finds this file.
@%*
